//! A TCP stream with a write timeout. While the client does not read its response, the stream reads nothing from it. While a request takes
//! long, the stream finds out whether its client is still there.
//!
//! Hyper itself responds to a request with too long headers. The stream replaces that response by DynamoDB's.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::client_watch::ClientWatch;

/// How hyper's responses to too long headers, or a too long address, begin. The line ends are in no body of DynamoDB.
const TOO_LONG: [&[u8]; 2] =
    [b" 431 Request Header Fields Too Large\r\n".as_slice(), b" 414 URI Too Long\r\n"];
const PROTOCOL_BYTES: usize = "HTTP/1.1".len();
const MALFORMED: &[u8] =
    b"HTTP/1.1 400 Bad Request\r\nServer: Server\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// An interim response. A client of HTTP/1.1 that reads on skips it, and the system of a client that has closed the connection resets it.
/// Without it, one that has closed only its sending side looks the same.
const STILL_WORKING: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
/// Time between two looks for a reset.
const RESET_WAIT: Duration = Duration::from_millis(50);

pub struct PatientStream {
    stream: TcpStream,
    write_wait: Duration,
    /// When the connection ends. Set only while the client does not read.
    deadline: Option<Pin<Box<Sleep>>>,
    /// The reader to wake when the client has read its response.
    reader: Option<Waker>,
    client: ClientWatch,
    /// Whether the client, which sends nothing more, got the interim response.
    is_asked: bool,
    /// When to look again for a reset. Set when the client sends nothing more.
    looks_again: Option<Pin<Box<Sleep>>>,
    /// The rest of a response that replaces one of hyper's, or of the interim response.
    replacement: &'static [u8],
}

impl PatientStream {
    pub fn new(stream: TcpStream, write_wait: Duration) -> PatientStream {
        let client = ClientWatch::default();
        PatientStream {
            stream,
            write_wait,
            deadline: None,
            reader: None,
            client,
            is_asked: false,
            looks_again: None,
            replacement: &[],
        }
    }

    /// Writes what is left of the replacement.
    fn write_replacement(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.replacement.is_empty() {
            let written = Pin::new(&mut self.stream).poll_write(context, self.replacement);
            let bytes = ready!(self.watch(context, written))?;
            if bytes == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.replacement = &self.replacement[bytes..];
        }
        Poll::Ready(Ok(()))
    }

    /// Tells the watch when the client has closed the connection, or its side of it.
    pub fn watched_by(self, client: ClientWatch) -> PatientStream {
        PatientStream { client, ..self }
    }

    /// Looks whether the client has gone. What it has sent ahead stays unread. Fails if the client can read nothing more: its request ends,
    /// unless it is executed already.
    fn look_for_client(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let mut first = [0; 1];
        let looked = match self.stream.poll_peek(context, &mut ReadBuf::new(&mut first)) {
            Poll::Ready(Ok(0)) if self.client.reads_interim() => self.look_for_reset(context),
            Poll::Ready(Ok(0)) => {
                self.client.set_gone();
                Ok(())
            }
            Poll::Ready(Err(error)) => Err(error),
            Poll::Ready(Ok(_)) | Poll::Pending => Ok(()),
        };
        looked.inspect_err(|_| self.client.set_gone())
    }

    /// The client sends nothing more. Finds out whether it reads. Everything for it is written when this is called, so the interim response
    /// is between two responses.
    fn look_for_reset(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if !self.is_asked && self.replacement.is_empty() {
            match self.stream.try_write(STILL_WORKING) {
                Ok(bytes) => {
                    self.is_asked = true;
                    self.replacement = &STILL_WORKING[bytes..];
                }
                // It has not read what is before. It is asked at the next look.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        loop {
            if let Some(error) = self.stream.take_error()? {
                return Err(error);
            }
            let looks_again = self.looks_again.get_or_insert_with(|| Box::pin(sleep(RESET_WAIT)));
            match looks_again.as_mut().poll(context) {
                Poll::Ready(()) => looks_again.set(sleep(RESET_WAIT)),
                Poll::Pending => return Ok(()),
            }
        }
    }

    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            if let Some(reader) = self.reader.take() {
                reader.wake();
            }
            return written;
        }
        let wait = self.write_wait;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(wait)));
        match deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.deadline.is_some() {
            self.reader = Some(context.waker().clone());
            return Poll::Pending;
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.write_replacement(context))?;
        if is_too_long(bytes) {
            self.replacement = MALFORMED;
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.write_replacement(context))?;
        if slices.first().is_some_and(|first| is_too_long(first)) {
            self.replacement = MALFORMED;
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called whenever the connection is polled, also while a request is executed.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.client.is_wanted() {
            self.look_for_client(context)?;
        }
        ready!(self.write_replacement(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_replacement(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

fn is_too_long(response: &[u8]) -> bool {
    let after_protocol = response.get(PROTOCOL_BYTES..).unwrap_or_default();
    response.starts_with(b"HTTP/1.") && TOO_LONG.iter().any(|start| after_protocol.starts_with(start))
}
