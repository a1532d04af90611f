//! Connections and their limits.

use std::convert::Infallible;
use std::net::TcpListener;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};

use super::address::Address;
use super::idle::{Connection, Idle};
use super::requests::Service;
use faro_console::signals;

/// Maximum number of connections. Browsers open six. If all are in use, the longest idle one is closed.
const MOST_CONNECTIONS: usize = 200;

/// Time limit for the head of a request, also of the next request on the same connection.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Time after which a connection accepts no further request, and again until it is closed.
const LIFETIME: Duration = Duration::from_secs(600);

/// Maximum number of bytes in the head of a request.
const MOST_HEAD_BYTES: usize = 1 << 15;

/// Maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// Time between two checks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// Serves until a signal requests the end. Open connections and workers then end, too.
pub fn run(listener: TcpListener, address: Address) -> anyhow::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let service = Rc::new(Service::new(address));
    LocalSet::new().block_on(&runtime, async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let accepting = tokio::task::spawn_local(accept(listener, service));
        while !signals::requested() {
            sleep(LOOK).await;
        }
        accepting.abort();
        Ok(())
    })
}

async fn accept(listener: tokio::net::TcpListener, service: Rc<Service>) {
    let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let idle = Rc::new(Idle::default());
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let Some(permit) = next(&permits, &idle).await else { return };
                let (service, here) = (Rc::clone(&service), Connection::new(&idle));
                let other = Rc::clone(&here);
                let task = tokio::task::spawn_local(async move {
                    serve(stream, service, other).await;
                    drop(permit);
                });
                here.wait(task.abort_handle());
            }
            // For example, there are too many open files. Some will be closed.
            Err(_) => sleep(LOOK).await,
        }
    }
}

/// Waits for a permit. If all are taken, the connection that has been idle for the longest time is closed.
async fn next(permits: &Arc<Semaphore>, idle: &Idle) -> Option<OwnedSemaphorePermit> {
    loop {
        if permits.available_permits() == 0 {
            idle.close_oldest();
        }
        if let Ok(permit) = timeout(LOOK, Arc::clone(permits).acquire_owned()).await {
            return permit.ok();
        }
    }
}

/// Answers the requests of a connection. A malformed request ends the connection.
async fn serve(stream: TcpStream, service: Rc<Service>, here: Rc<Connection>) {
    let answer = service_fn(|request| {
        let (service, busy) = (Rc::clone(&service), here.busy());
        async move { Ok::<_, Infallible>(service.answer(request).await.map(|content| busy.with(content))) }
    });
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    protocol.max_buf_size(MOST_HEAD_BYTES).max_headers(MOST_HEADERS);
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(stream), answer));
    // An error ends the connection. It cannot be reported to anyone.
    if timeout(LIFETIME, &mut connection).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LIFETIME, connection).await;
    }
}
