//! A TCP proxy that can fall silent.

use std::io::{self, Read, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A TCP proxy on a free loopback port. It can stop forwarding without closing anything, as a
/// router that has forgotten a connection does, or a machine that hangs: what is sent vanishes.
pub struct SilentProxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    target: SocketAddr,
    /// Connections that were accepted, which are numbered from 0.
    accepted: AtomicU64,
    /// Connections below this number are silent for ever.
    silent_below: AtomicU64,
    is_silent: AtomicBool,
    is_over: AtomicBool,
    /// Every connection, to be closed in the end.
    open: Mutex<Vec<TcpStream>>,
}

impl SilentProxy {
    /// Starts a proxy before a server.
    ///
    /// # Errors
    /// When there is no port for it.
    pub fn before(target: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            target,
            accepted: AtomicU64::new(0),
            silent_below: AtomicU64::new(0),
            is_silent: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || accepting.accept(&listener));
        Ok(Self { address, shared })
    }

    /// Where the proxy listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many connections were accepted so far.
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// Forwards nothing more on the connections that are open; new ones work.
    pub fn forget_open_connections(&self) {
        self.shared.silent_below.store(self.accepted(), Ordering::SeqCst);
    }

    /// Forwards nothing more, on new connections neither: these are accepted, and silent for ever.
    pub fn fall_silent(&self) {
        self.shared.is_silent.store(true, Ordering::SeqCst);
        self.forget_open_connections();
    }

    /// Forwards what is sent on new connections.
    pub fn serve_new_connections(&self) {
        self.forget_open_connections();
        self.shared.is_silent.store(false, Ordering::SeqCst);
    }
}

impl Drop for SilentProxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        for connection in self.shared.open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
        // Wakes the thread that accepts.
        drop(TcpStream::connect(self.address));
    }
}

impl Shared {
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        for client in listener.incoming().map_while(Result::ok) {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            let number = self.accepted.fetch_add(1, Ordering::SeqCst);
            if let Ok(client) = client.try_clone() {
                self.open.lock().unwrap_or_else(PoisonError::into_inner).push(client);
            }
            if self.is_silent.load(Ordering::SeqCst) {
                continue;
            }
            let Ok(server) = TcpStream::connect(self.target) else { continue };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            if let (Ok(from_client), Ok(from_server)) = (client.try_clone(), server.try_clone()) {
                self.forward(number, from_client, server);
                self.forward(number, from_server, client);
            }
        }
    }

    fn forward(self: &Arc<Self>, number: u64, mut from: TcpStream, mut to: TcpStream) {
        let shared = Arc::clone(self);
        thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                let is_silent = number < shared.silent_below.load(Ordering::SeqCst);
                if !is_silent && to.write_all(&buffer[..count]).is_err() {
                    break;
                }
            }
            if number >= shared.silent_below.load(Ordering::SeqCst) {
                let _ = to.shutdown(Shutdown::Both);
            }
        });
    }
}
