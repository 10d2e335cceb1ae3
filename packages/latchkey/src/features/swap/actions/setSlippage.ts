import type { Widget } from '../../../core/widget.js'
import { editForm } from './updateSwap.js'

/** Percent: less fails too often, more invites others to trade ahead. */
export const slippageBounds = { min: 0.1, max: 5 } as const

export function isSafeSlippage(percent: number): boolean {
  return percent >= slippageBounds.min && percent <= slippageBounds.max
}

export type SetSlippageParameters = { readonly percent: number }

/** Ignores values outside the safe bounds. */
export function setSlippage(widget: Widget, { percent }: SetSlippageParameters): void {
  const slippage = Math.round(percent * 100) / 100
  if (isSafeSlippage(slippage)) editForm(widget, { slippage })
}
