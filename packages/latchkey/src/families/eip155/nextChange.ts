import type { WalletTransport } from '../../core/connection/family.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/** Comes back when the wallet tells of something new, or has had time enough to. */
export async function nextChange(
  transport: WalletTransport,
  clock: Ports['clock'],
  signal: AbortSignal,
): Promise<void> {
  const enough = new WalletTimeoutError('The wallet')
  const options = { limit: limits.walletSilentWait, late: () => enough, signal }
  const stops: (() => void)[] = []
  const told = new Promise<void>((resolve) => {
    for (const event of ['network', 'accounts'] as const) {
      stops.push(transport.on(event, () => resolve()))
    }
  })
  try {
    await withDeadline(clock, options, () => told)
  } catch (error) {
    if (error !== enough) throw error
  } finally {
    for (const stop of stops) stop()
  }
}
