import { useEffect, useState } from 'react'
import { skeletonDelay } from '../../core/runtime/limits.js'
import { modalText } from '../../core/text/modal.js'

export type SkeletonProps = {
  readonly kind: 'row' | 'text' | 'tile' | 'qr'
  readonly count?: number
}

/** Stands in for content on its way. Keeps its place at once and becomes visible only when it takes long. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the bones are all alike
        <span key={index} className={`skeleton skeleton-${kind}`} />
      ))}
    </div>
  )
}
