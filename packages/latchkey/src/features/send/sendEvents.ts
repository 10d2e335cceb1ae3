import { formatAmount } from '@latchkey/wire/amount'
import { recordEvent } from '../../core/events/actions/recordEvent.js'
import type { Widget } from '../../core/widget.js'
import type { Intent } from './store.js'

type SendEvent = 'SEND_INITIATED' | 'SEND_SUCCESS' | 'SEND_ERROR' | 'SEND_REJECTED'

/** Public surface §5.1. */
export function recordSend(
  widget: Widget,
  event: SendEvent,
  { account, network, token, units }: Intent,
  more: { readonly hash?: string; readonly message?: string } = {},
): void {
  const isInitial = event === 'SEND_INITIATED'
  recordEvent(widget, {
    event,
    properties: {
      isSmartAccount: account.type === 'smartAccount',
      network: network.id,
      token: (isInitial ? token.address : undefined) ?? token.symbol,
      amount: formatAmount(units, token.decimals),
      ...more,
    },
  })
}
