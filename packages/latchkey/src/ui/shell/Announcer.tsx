import { useEffect, useRef, useState } from 'react'
import { getConnection } from '../../core/connection/store.js'
import { modalText } from '../../core/text/modal.js'
import { useStores } from '../hooks/useStore.js'

/** Announces a text to screen readers when it changes, but not the first text. */
export function Announcer({ text }: { readonly text: string }) {
  const first = useRef(text)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (text === first.current) return
    first.current = ''
    setAnnounced(text)
  }, [text])
  return (
    <div className="visually-hidden" role="status">
      {announced}
    </div>
  )
}

/** Announces connects and disconnects. It is outside the dialog, so that it works after closing. */
export function StatusAnnouncer({ isReady }: { readonly isReady: boolean }) {
  const wallet = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget)?.wallet.name,
  )
  const text =
    wallet === undefined ? modalText.shell.disconnected : modalText.shell.connected(wallet)
  const [ready, setReady] = useState(text)
  useEffect(() => {
    if (isReady) setReady(text)
  }, [isReady, text])
  return <Announcer text={ready} />
}
