//! Black-box tests over the real server.
