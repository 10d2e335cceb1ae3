import { useState } from 'react'
import type { Clock } from '../clock.js'
import type { AccountRequest } from '../screens.js'
import { Delegations } from './Delegations.js'
import { KeyInfo } from './KeyInfo.js'
import { Permissions } from './Permissions.js'
import { Reveal } from './Reveal.js'
import { Sessions } from './Sessions.js'

/** Props of every account page. */
export type AccountContext = {
  readonly request: AccountRequest
  readonly clock: Clock
  readonly signal: AbortSignal
  /** False in a separate window, which no page can cover. */
  readonly mustBeVisible: boolean
}

export type AccountPageName = 'keys' | 'reveal' | 'sessions' | 'permissions' | 'delegations'

export function AccountScreen({
  onDone,
  ...context
}: AccountContext & { readonly onDone: () => void }) {
  const [page, setPage] = useState<AccountPageName>('keys')
  const back = () => setPage('keys')
  if (page === 'reveal') return <Reveal {...context} onBack={back} />
  if (page === 'sessions') return <Sessions {...context} onBack={back} />
  if (page === 'permissions') return <Permissions {...context} onBack={back} />
  if (page === 'delegations') return <Delegations {...context} onBack={back} />
  return <KeyInfo {...context} onOpen={setPage} onDone={onDone} />
}
