import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { loadHoldings } from './refreshHoldings.js'
import type { Account } from './tellUnavailable.js'

export type FollowHoldingsParameters = Account & {
  /** Once is enough where nobody looks at the list. */
  readonly once?: boolean | undefined
  readonly signal: AbortSignal
}

/** Keeps the holdings of an account fresh until it is told to stop, or the provider asks to be left alone. */
export async function followHoldings(
  widget: Widget,
  { once = false, signal, ...account }: FollowHoldingsParameters,
): Promise<void> {
  const { clock } = widget.ports
  let state = await loadHoldings(widget, account, 'stale')
  while (!once && !signal.aborted) {
    // Public surface §8.3: 503 ends it.
    const isOverloaded =
      state.status === 'failed' &&
      state.error instanceof ProviderError &&
      state.error.status === 503
    if (isOverloaded) return
    await clock.sleep(limits.holdingsPolling, signal)
    state = await loadHoldings(widget, account, 'again')
  }
}
