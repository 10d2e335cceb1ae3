import { useEffect } from 'react'
import type { Notice } from '../model/phoneState.js'
import { Icon } from './Icon.js'

const shownFor = 5_000

type Props = { readonly notice: Notice | undefined; readonly onDone: () => void }

/** The live region is always in the page, so that screen readers announce its content. */
export function Toast({ notice, onDone }: Props) {
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(onDone, shownFor)
    return () => clearTimeout(timer)
  }, [notice, onDone])
  return (
    <div role="status">
      {notice && (
        <p className="toast" data-tone={notice.tone}>
          <Icon name={notice.tone === 'good' ? 'check' : 'problem'} draw={notice.tone === 'good'} />
          {notice.text}
        </p>
      )}
    </div>
  )
}
