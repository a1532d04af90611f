//! The server of the page on this machine: its connections and their limits.

mod address;
mod assets;
mod browser;
mod progress;
mod question;
mod requests;
mod response;
mod turns;
mod worker;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::IsTerminal;
use std::net::TcpListener;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, LocalSet};
use tokio::time::{sleep, timeout};

use crate::output;
use crate::output::options::OutputArgs;
use crate::output::signals;
use address::Address;
use requests::Service;
use response::Content;

/// Serves the page until a signal ends it. If `port` is 0, the system chooses a free port.
pub fn run(
    port: u16,
    no_open: bool,
    share_base: Option<String>,
    args: &OutputArgs,
) -> anyhow::Result<()> {
    signals::poll();
    let (listener, address) = Address::bind(port)?;
    output::bytes(format!("{}\n", address.link()).as_bytes(), args)?;
    let opens = !no_open && std::io::stdout().is_terminal();
    let signpost = if opens {
        browser::open(&address.link(), args.quiet)
    } else {
        None
    };
    listen(listener, Service::new(address, share_base, signpost))
}

/// Maximum number of connections. A browser opens six. If all are in use, the one that has been idle for the longest
/// time is closed.
const MAX_CONNECTIONS: usize = 200;

/// Time limit for receiving the head of a request. It includes the wait for a further request on the same connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// Time limit for the client to read an answer.
const READING_TIMEOUT: Duration = Duration::from_secs(10);

/// Time after which a connection accepts no further request. After the same time again it is closed.
const LIFETIME: Duration = Duration::from_secs(600);

/// Maximum number of bytes in the head of a request.
const MAX_HEAD_BYTES: usize = 1 << 15;

/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// Time between two checks whether a signal has arrived.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Serves requests until a signal ends the program. Then open connections and workers end too.
fn listen(listener: TcpListener, service: Service) -> anyhow::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    let service = Rc::new(service);
    LocalSet::new().block_on(&runtime, async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let accepting = tokio::task::spawn_local(accept(listener, service));
        while !signals::requested() {
            sleep(SIGNAL_INTERVAL).await;
        }
        accepting.abort();
        Ok(())
    })
}

async fn accept(listener: tokio::net::TcpListener, service: Rc<Service>) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let idle = Rc::new(Idle::default());
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let Some(permit) = next(&permits, &idle).await else {
                    return;
                };
                let (service, connection) = (Rc::clone(&service), Connection::new(&idle));
                let other = Rc::clone(&connection);
                let task = tokio::task::spawn_local(async move {
                    serve(stream, service, other).await;
                    drop(permit);
                });
                connection.wait(task.abort_handle());
            }
            // For example, too many files are open. Some will be closed, so waiting helps.
            Err(_) => sleep(SIGNAL_INTERVAL).await,
        }
    }
}

/// Waits for a permit for a connection. If all permits are taken, closes the connection that has been idle for the
/// longest time.
async fn next(permits: &Arc<Semaphore>, idle: &Idle) -> Option<OwnedSemaphorePermit> {
    loop {
        if permits.available_permits() == 0 {
            idle.close_oldest();
        }
        if let Ok(permit) = timeout(SIGNAL_INTERVAL, Arc::clone(permits).acquire_owned()).await {
            return permit.ok();
        }
    }
}

/// Answers the requests on a connection. A malformed request ends the connection.
async fn serve(stream: TcpStream, service: Rc<Service>, connection: Rc<Connection>) {
    let answer = service_fn(|request| {
        let (service, busy) = (Rc::clone(&service), connection.busy());
        async move {
            Ok::<_, Infallible>(
                service
                    .answer(request)
                    .await
                    .map(|content| busy.with(content)),
            )
        }
    });
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT);
    protocol
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS);
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(stream), answer));
    // An error ends the connection. There is nobody to report it to.
    if timeout(LIFETIME, &mut connection).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LIFETIME, connection).await;
    }
}

/// The tasks of the idle connections. The connection that has been idle for the longest time has the smallest key.
#[derive(Default)]
struct Idle {
    tasks: RefCell<BTreeMap<u64, AbortHandle>>,
    next: Cell<u64>,
}

impl Idle {
    pub fn close_oldest(&self) {
        if let Some((_, task)) = self.tasks.borrow_mut().pop_first() {
            task.abort();
        }
    }
}

/// A connection, which is idle unless a request on it is being answered.
struct Connection {
    idle: Rc<Idle>,
    task: OnceCell<AbortHandle>,
    key: Cell<u64>,
}

impl Connection {
    pub fn new(idle: &Rc<Idle>) -> Rc<Connection> {
        Rc::new(Connection {
            idle: Rc::clone(idle),
            task: OnceCell::new(),
            key: Cell::new(0),
        })
    }

    /// Marks the connection as idle. `task` is the task that serves it.
    pub fn wait(&self, task: AbortHandle) {
        let task = self.task.get_or_init(|| task).clone();
        self.key
            .set(self.idle.next.replace(self.idle.next.get() + 1));
        self.idle.tasks.borrow_mut().insert(self.key.get(), task);
    }

    /// Marks the connection as busy until the returned value is dropped.
    pub fn busy(self: &Rc<Self>) -> Busy {
        self.idle.tasks.borrow_mut().remove(&self.key.get());
        Busy(Rc::clone(self))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.idle.tasks.borrow_mut().remove(&self.key.get());
    }
}

/// Keeps a connection marked as busy while one of its requests is answered.
struct Busy(Rc<Connection>);

impl Busy {
    /// Returns `content` as an answer that keeps the connection busy until it has been read. If this takes too long,
    /// the connection is closed.
    pub fn with(self, content: Content) -> Answer {
        let task = self.0.task.get().cloned();
        let limit = tokio::task::spawn_local(async move {
            sleep(READING_TIMEOUT).await;
            task.inspect(AbortHandle::abort);
        });
        Answer {
            content,
            _busy: self,
            limit: limit.abort_handle(),
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(task) = self.0.task.get() {
            self.0.wait(task.clone());
        }
    }
}

/// The content of a response, which keeps its connection busy.
struct Answer {
    content: Content,
    _busy: Busy,
    /// The task that closes the connection if reading takes too long.
    limit: AbortHandle,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.limit.abort();
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        Pin::new(&mut self.content).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;
    use tokio::task::{LocalSet, yield_now};

    use super::*;

    #[test]
    fn the_connection_that_is_idle_for_the_longest_time_is_closed_and_no_busy_one() {
        let runtime = Builder::new_current_thread().build().unwrap();
        LocalSet::new().block_on(&runtime, async {
            let idle = Rc::new(Idle::default());
            let tasks: Vec<_> = (0..4)
                .map(|_| tokio::task::spawn_local(std::future::pending::<()>()))
                .collect();
            let open: Vec<Rc<Connection>> = tasks.iter().map(|_| Connection::new(&idle)).collect();
            for (connection, task) in open.iter().zip(&tasks) {
                connection.wait(task.abort_handle());
            }
            let closed = || {
                tasks
                    .iter()
                    .map(|task| task.is_finished())
                    .collect::<Vec<_>>()
            };
            drop(open[0].busy());
            let busy = open[1].busy();
            idle.close_oldest();
            yield_now().await;
            assert_eq!(closed(), [false, false, true, false]);
            for _ in 0..3 {
                idle.close_oldest();
            }
            yield_now().await;
            assert_eq!(closed(), [true, false, true, true]);
            drop(busy);
            idle.close_oldest();
            yield_now().await;
            assert_eq!(closed(), [true; 4]);
        });
    }
}
