import type { RelayState } from '@latchkey/pairing/events'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Phone } from '../model/createPhone.js'
import { Toast } from '../parts/Toast.js'
import { Home } from './Home.js'
import { ProposalSheet } from './ProposalSheet.js'
import { RequestSheet } from './RequestSheet.js'
import { ScanSheet } from './ScanSheet.js'

const relayTexts: Readonly<Record<RelayState, { tone: string; text: string }>> = {
  idle: { tone: 'idle', text: 'Ready' },
  connecting: { tone: 'warn', text: 'Connecting' },
  open: { tone: 'good', text: 'Online' },
  waiting: { tone: 'warn', text: 'Reconnecting' },
  offline: { tone: 'bad', text: 'Offline' },
  closed: { tone: 'bad', text: 'Offline' },
}

export function App({ phone }: { readonly phone: Phone }) {
  const state = useSyncExternalStore(phone.subscribe, phone.state)
  const [scanning, setScanning] = useState(false)
  const item = state.script === 'never' ? undefined : state.inbox[0]
  const relay = relayTexts[state.relay]
  // Stable, because the camera restarts when it changes.
  const closeScan = useCallback(() => setScanning(false), [])
  function scan() {
    phone.clearNotice()
    setScanning(true)
  }
  return (
    <div className="phone">
      <div className="page" inert={item !== undefined || scanning}>
        <header className="top">
          <h1 className="brand">
            <img src="/icon.svg" alt="" width={28} height={28} />
            Sample Wallet
          </h1>
          <p className="state" role="status" data-tone={relay.tone}>
            {relay.text}
          </p>
        </header>
        <main className="scroll">
          <Home phone={phone} state={state} onScan={scan} />
        </main>
      </div>
      {item?.kind === 'proposal' && (
        <ProposalSheet key={item.key} phone={phone} state={state} item={item} />
      )}
      {(item?.kind === 'request' || item?.kind === 'sign-in') && (
        <RequestSheet key={item.key} phone={phone} state={state} item={item} />
      )}
      {!item && scanning && <ScanSheet phone={phone} onClose={closeScan} />}
      <Toast notice={state.notice} onDone={phone.clearNotice} />
    </div>
  )
}
