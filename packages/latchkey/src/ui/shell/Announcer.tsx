import { useEffect, useRef, useState } from 'react'
import { getConnection } from '../../core/connection/store.js'
import { modalText } from '../../core/text/modal.js'
import { useStores } from '../hooks/useStore.js'

/** Says a text to screen readers each time it changes, but not the first one. */
export function Announcer({ text }: { readonly text: string }) {
  const first = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text === first.current) return
    first.current = ''
    setSaid(text)
  }, [text])
  return (
    <div className="visually-hidden" role="status">
      {said}
    </div>
  )
}

/** Tells of a connection that came or went. Outside the dialog, so that it is heard once that is gone. */
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
