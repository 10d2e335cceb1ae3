import type { Namespace } from '@latchkey/wire/caip'
import { raceAbort } from '@latchkey/wire/raceAbort'
import { NotConnectedError } from '../../runtime/errors/connection.js'
import type { Widget } from '../../widget.js'
import { getConnection } from '../store.js'

export type SignMessageParameters = {
  readonly message: string
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

/** Has the active account sign a text. */
export async function signMessage(
  widget: Widget,
  { message, namespace, signal }: SignMessageParameters,
): Promise<string> {
  const chosen = namespace ?? widget.stores.network.get().activeNamespace
  const account = getConnection(widget, chosen)?.active
  const session = widget.sessions.get(chosen)
  if (!account || !session) throw new NotConnectedError()
  const ending = signal ? AbortSignal.any([widget.signal, signal]) : widget.signal
  return raceAbort(ending, session.signMessage({ message, account, signal: ending }))
}
