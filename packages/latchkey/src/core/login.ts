import type { Namespace } from '@latchkey/wire/caip'
import type { FrameResult } from '@latchkey/wire/frame/events'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import type { WalletTransport } from './family.js'

/** The connector id of the embedded wallet. */
export const loginConnectorId = 'AUTH'

/** Families the embedded wallet has keys for (specification §1). */
export const loginNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/**
 * The login frame: a page of the provider's login site, where codes are typed, keys are kept and
 * requests are confirmed. Loaded with the first request, or with the page when a login was used before.
 */
export type LoginConnector = {
  /** Rejects with a `WidgetError` of `errors/login.ts`. Every request has a bound of its own. */
  request<name extends FrameRequestName>(
    name: name,
    payload: FramePayload<name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameResult<name>>
  transport(namespace: Namespace): WalletTransport
  /** The session ended in the frame itself. */
  onEnded(listener: () => void): () => void
  /** A fresh frame with the next request. */
  reset(): void
}
