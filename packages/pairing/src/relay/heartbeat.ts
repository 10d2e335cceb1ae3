import type { PairingClock } from '../ports.js'

const pingIntervalMs = 25_000
const pongTimeoutMs = 15_000
/** After the user returns from the wallet, a dead connection must be found quickly. */
const quickPongTimeoutMs = 4_000

export type Heartbeat = {
  start(): void
  stop(): void
  /** Any frame proves the connection is alive. */
  onMessage(): void
  /** Sends a ping now. */
  check(): void
}

/**
 * Browsers hide WebSocket pings, and a half-open connection looks open for minutes. So a quiet
 * connection gets a harmless request; without a response it is dead.
 */
export function createHeartbeat(
  clock: PairingClock,
  probe: () => void,
  dead: () => void,
): Heartbeat {
  let cancel = () => {}
  let running = false

  const expectPong = (withinMs: number) => {
    cancel()
    probe()
    cancel = clock.setTimeout(dead, withinMs)
  }
  const waitForQuiet = () => {
    cancel()
    cancel = clock.setTimeout(() => expectPong(pongTimeoutMs), pingIntervalMs)
  }
  return {
    start() {
      running = true
      waitForQuiet()
    },
    stop() {
      running = false
      cancel()
    },
    onMessage() {
      if (running) waitForQuiet()
    },
    check() {
      if (running) expectPong(quickPongTimeoutMs)
    },
  }
}
