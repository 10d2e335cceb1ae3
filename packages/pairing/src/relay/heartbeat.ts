import type { PairingClock } from '../ports.js'

const pingIntervalMs = 25_000
const pongTimeoutMs = 15_000
/** Coming back from the wallet a person is waiting, so a dead link must show at once. */
const quickPongTimeoutMs = 4_000

export type Heartbeat = {
  start(): void
  stop(): void
  /** Any frame proves the link is alive. */
  heard(): void
  /** Asks for proof now. */
  check(): void
}

/**
 * Browsers hide WebSocket pings, and a link whose other end vanished looks open for minutes. So a
 * quiet link is asked something harmless; no answer means it is dead.
 */
export function createHeartbeat(
  clock: PairingClock,
  probe: () => void,
  dead: () => void,
): Heartbeat {
  let cancel = () => {}
  let running = false

  const expectAnswer = (withinMs: number) => {
    cancel()
    probe()
    cancel = clock.setTimeout(dead, withinMs)
  }
  const waitForQuiet = () => {
    cancel()
    cancel = clock.setTimeout(() => expectAnswer(pongTimeoutMs), pingIntervalMs)
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
    heard() {
      if (running) waitForQuiet()
    },
    check() {
      if (running) expectAnswer(quickPongTimeoutMs)
    },
  }
}
