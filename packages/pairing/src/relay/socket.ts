import type { PairingClock, SocketConstructor, SocketLike } from '../ports.js'

const openTimeoutMs = 10_000

export type SocketClosure = {
  readonly code: number
  readonly reason: string
}

export type SocketEvents = {
  open(): void
  text(text: string): void
  /** Exactly once, also after `drop`. */
  closed(closure: SocketClosure): void
}

export type Socket = {
  send(text: string): void
  /** Closes at once, without waiting for the other side. */
  drop(): void
}

export function openSocket(
  Constructor: SocketConstructor,
  url: string,
  clock: PairingClock,
  events: SocketEvents,
): Socket {
  const link: SocketLike = new Constructor(url)
  let over = false

  const finish = (code: number, reason: string) => {
    if (over) return
    over = true
    cancelTimeout()
    link.onopen = link.onmessage = link.onclose = null
    // Some implementations report an aborted handshake late; with no listener it would be fatal.
    link.onerror = () => undefined
    events.closed({ code, reason })
  }
  const drop = () => {
    if (over) return
    try {
      link.close()
    } catch {
      // The socket is closed either way.
      return finish(1006, '')
    }
    finish(1006, '')
  }
  const cancelTimeout = clock.setTimeout(drop, openTimeoutMs)

  link.onopen = () => {
    cancelTimeout()
    events.open()
  }
  link.onmessage = (event: { data: unknown }) => {
    if (typeof event.data === 'string') events.text(event.data)
  }
  // A close event follows every error.
  link.onerror = () => undefined
  link.onclose = (event: { code?: number; reason?: string }) =>
    finish(event.code ?? 1006, event.reason ?? '')

  return {
    send(text) {
      if (over) return
      try {
        link.send(text)
      } catch {
        // Already closing; the call is resent after the reconnect.
        drop()
      }
    },
    drop,
  }
}
