//! The connections without a running request. The oldest is closed when there are too many.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::task::AbortHandle;

use super::response::Content;

/// The idle connections. The connection that has been idle for the longest time has the smallest key.
#[derive(Default)]
pub struct Idle {
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

/// A connection. It is idle unless a request is being answered.
pub struct Connection {
    idle: Rc<Idle>,
    task: OnceCell<AbortHandle>,
    key: Cell<u64>,
}

impl Connection {
    pub fn new(idle: &Rc<Idle>) -> Rc<Connection> {
        Rc::new(Connection { idle: Rc::clone(idle), task: OnceCell::new(), key: Cell::new(0) })
    }

    /// Marks the connection as idle. `task` is the task that serves it.
    pub fn wait(&self, task: AbortHandle) {
        let task = self.task.get_or_init(|| task).clone();
        self.key.set(self.idle.next.replace(self.idle.next.get() + 1));
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

/// Keeps a connection marked as busy while a request is answered.
pub struct Busy(Rc<Connection>);

impl Busy {
    /// Keeps the connection busy until the content has been read.
    pub fn with(self, content: Content) -> Answer {
        Answer { content, _busy: self }
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
pub struct Answer {
    content: Content,
    _busy: Busy,
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
            let tasks: Vec<_> =
                (0..4).map(|_| tokio::task::spawn_local(std::future::pending::<()>())).collect();
            let open: Vec<Rc<Connection>> = tasks.iter().map(|_| Connection::new(&idle)).collect();
            for (connection, task) in open.iter().zip(&tasks) {
                connection.wait(task.abort_handle());
            }
            let closed = || tasks.iter().map(|task| task.is_finished()).collect::<Vec<_>>();
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
