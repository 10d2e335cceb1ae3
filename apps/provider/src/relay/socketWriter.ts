import { WebSocket } from 'ws'
import type { Quota } from '../serving/quota.js'
import type { RelayLimits } from './relayLimits.js'

/** Sends to one socket and tracks what its client has not read. */
export type SocketWriter = {
  send(text: string, done?: (error: Error | null | undefined) => void): void
  /** Like `send`, but drops a client that leaves too much unread. */
  sendMail(text: string, done: () => void): void
  /** Whether the client has so much unread that the socket should be paused. */
  readonly isSlow: boolean
  /** Resolves when the client is no longer slow, or has disconnected. */
  waitUntilRead(): Promise<void>
  /** Whether nothing was sent since the last call although something waited. */
  isStalled(): boolean
  /** Call when the socket has closed. */
  close(): void
}

/** Unread bytes above which a socket counts as slow. */
const slowBytes = 65_536

export function createSocketWriter({
  socket,
  network,
  unsent,
  limits,
  onTooSlow,
}: {
  readonly socket: WebSocket
  readonly network: string | undefined
  /** Bytes in memory that clients have not read yet. */
  readonly unsent: Quota
  readonly limits: RelayLimits
  readonly onTooSlow: () => void
}): SocketWriter {
  let hasSent = false
  let hadUnread = false
  let onSent: (() => void) | undefined

  const isSlow = () => socket.bufferedAmount > slowBytes

  function send(text: string, done?: (error: Error | null | undefined) => void): void {
    const share = unsent.add(network, text.length)
    socket.send(text, (error) => {
      share.release()
      hasSent = true
      onSent?.()
      done?.(error)
    })
  }

  return {
    send,
    sendMail(text, done) {
      const isFull = isSlow() && unsent.isFull(network)
      // Its mail is stored, so the client gets it when it reconnects.
      if (isFull || socket.bufferedAmount > limits.bufferedBytes) onTooSlow()
      send(text, () => done())
    },
    get isSlow() {
      return isSlow()
    },
    async waitUntilRead() {
      while (socket.readyState === WebSocket.OPEN && isSlow()) {
        await new Promise<void>((resolve) => {
          onSent = resolve
        })
      }
    },
    isStalled() {
      const isUnread = socket.bufferedAmount > 0
      const isStalled = hadUnread && isUnread && !hasSent
      hasSent = false
      hadUnread = isUnread
      return isStalled
    },
    close() {
      onSent?.()
    },
  }
}
