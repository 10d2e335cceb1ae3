import { useEffect, useState } from 'react'
import { skeletonDelay } from '../../core/runtime/limits.js'
import { modalText } from '../../core/text/modal.js'

export type SkeletonProps = {
  readonly kind: 'row' | 'text' | 'tile' | 'qr'
  readonly count?: number
}

/** A placeholder for loading content. It takes its space at once, but is visible only after a delay. */
export function Skeleton({ kind, count = 1 }: SkeletonProps) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), skeletonDelay)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={`skeletons skeletons-${kind}`} data-visible={visible} role="status">
      <span className="visually-hidden">{modalText.shell.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are the same
        <span key={index} className={`skeleton skeleton-${kind}`} />
      ))}
    </div>
  )
}
