//! A network between the container and this machine.

use std::process::Command;

use anyhow::Result;

use crate::it::runs::toolbox::stdout_of;

/// This machine. The range is reserved for documentation, so no real host has it.
const OUTSIDE: &str = "198.51.100.1/30";
/// The container.
const INSIDE: &str = "198.51.100.2/30";
/// From outside the container.
pub(super) const URL: &str = "http://198.51.100.2:8080";

/// Removed on drop.
pub(super) struct Network {
    name: String,
}

impl Network {
    pub(super) fn open() -> Result<Self> {
        let network = Self { name: format!("ptl{}", std::process::id()) };
        let name = network.name.as_str();
        let (outside, inside) = (format!("{name}o"), format!("{name}i"));
        ip(&["netns", "add", name])?;
        ip(&["link", "add", &outside, "type", "veth", "peer", "name", &inside, "netns", name])?;
        ip(&["address", "add", OUTSIDE, "dev", &outside])?;
        ip(&["link", "set", &outside, "up"])?;
        ip(&["-netns", name, "address", "add", INSIDE, "dev", &inside])?;
        ip(&["-netns", name, "link", "set", &inside, "up"])?;
        ip(&["-netns", name, "link", "set", "lo", "up"])?;
        Ok(network)
    }

    pub(super) fn namespace(&self) -> String {
        format!("/run/netns/{}", self.name)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // Removes both ends.
        let _ = ip(&["netns", "delete", &self.name]);
    }
}

fn ip(args: &[&str]) -> Result<()> {
    stdout_of(Command::new("ip").args(args)).map(drop)
}
