import { useState } from 'preact/hooks'
import type { Clock } from '../clock.js'
import type { AccountRequest } from '../screens.js'
import { KeyInfo } from './KeyInfo.js'
import { Reveal } from './Reveal.js'
import { Sessions } from './Sessions.js'

export type AccountScreenProps = {
  readonly request: AccountRequest
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onDone: () => void
}

export type AccountPage = 'keys' | 'reveal' | 'sessions'

export function AccountScreen({ request, clock, signal, onDone }: AccountScreenProps) {
  const [page, setPage] = useState<AccountPage>('keys')
  const back = () => setPage('keys')
  if (page === 'reveal') {
    return <Reveal request={request} clock={clock} signal={signal} onBack={back} />
  }
  if (page === 'sessions') {
    return <Sessions request={request} clock={clock} signal={signal} onBack={back} />
  }
  return <KeyInfo request={request} signal={signal} onOpen={setPage} onDone={onDone} />
}
