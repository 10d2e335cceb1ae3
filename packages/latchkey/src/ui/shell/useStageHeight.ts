import { motion } from '@latchkey/parts/motion'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

export type SetHeight = (height: number, view: { readonly isPending: boolean }) => void

/** The one place where a height moves: the card grows and shrinks with its view. */
export function useStageHeight(stage: RefObject<HTMLElement | null>): SetHeight {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return useCallback(
    (height, { isPending }) => {
      const element = stage.current
      const next = `${height}px`
      if (!element || element.style.blockSize === next) return
      // A view on its way takes the height of the one before it, so the card moves once.
      if (isPending && element.style.blockSize !== '') return
      // Without this mark a scrollbar would flash while the stage is on its way to its height.
      if (element.style.blockSize !== '') element.setAttribute('data-moving', '')
      element.style.blockSize = next
      clearTimeout(timer.current)
      timer.current = setTimeout(() => element.removeAttribute('data-moving'), motion.height)
    },
    [stage],
  )
}
