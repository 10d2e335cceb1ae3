import { SendInFlightError } from '../../core/errors/send.js'
import { journalOf } from '../../core/journal/createJournal.js'
import type { JournalEntry } from '../../core/journal/entry.js'
import type { Journal } from '../../core/journal/journal.js'
import * as limits from '../../core/limits.js'
import type { Widget } from '../../core/widget.js'
import { sameInFlight } from './inFlight.js'
import type { Intent } from './store.js'

/** Writes the wish down, unless the same is under way. Of two tabs at once the earlier entry counts. */
export async function openEntry(
  widget: Widget,
  intent: Intent,
  despite: readonly string[],
): Promise<JournalEntry> {
  const journal = journalOf(widget)
  const underway = () => sameInFlight(widget, intent).filter(({ id }) => !despite.includes(id))
  const before = underway()
  if (before.length > 0) throw new SendInFlightError(before.map(({ id }) => id))
  const entry = journal.open(toEntry(intent))
  await widget.ports.clock.sleep(limits.tabSettling, widget.signal)
  const [first] = underway()
  if (first?.id === entry.id) return entry
  journal.remove(entry.id)
  throw new SendInFlightError(first ? [first.id] : [])
}

function toEntry(intent: Intent): Parameters<Journal['open']>[0] {
  const { account, network, token, receiver, receiverName, units } = intent
  const value = units.toString()
  return {
    networkId: network.id,
    from: account.address,
    request:
      token.address === undefined ? { to: receiver, value } : { to: token.address, value: '0' },
    transfer: {
      receiver,
      symbol: token.symbol,
      decimals: token.decimals,
      units: value,
      ...(receiverName !== undefined && { receiverName }),
      ...(token.address !== undefined && { tokenAddress: token.address }),
      ...(token.icon !== undefined && { tokenIcon: token.icon }),
    },
  }
}
