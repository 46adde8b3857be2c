//! A TCP proxy that can stop forwarding data.

use std::io::{self, Read, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Can drop all data without closing a connection, like a router that has lost its state or a hanging
/// machine.
pub struct SilentProxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    target: SocketAddr,
    /// Connections so far. The first has number 0.
    accepted: AtomicU64,
    /// Connections below this number stay silent forever.
    silent_below: AtomicU64,
    is_silent: AtomicBool,
    is_over: AtomicBool,
    /// Closed on drop.
    open: Mutex<Vec<TcpStream>>,
}

impl SilentProxy {
    /// Starts a proxy for a server.
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

    /// The proxy's address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of connections so far.
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// Stops forwarding on the open connections; later ones work.
    pub fn forget_open_connections(&self) {
        self.shared.silent_below.store(self.accepted(), Ordering::SeqCst);
    }

    /// Stops forwarding on all connections. Accepts later ones, which stay silent forever.
    pub fn fall_silent(&self) {
        self.shared.is_silent.store(true, Ordering::SeqCst);
        self.forget_open_connections();
    }

    /// Forwards data on later connections again.
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
        // Wakes the thread that accepts connections.
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
