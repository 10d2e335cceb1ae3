import type { Widget } from '../../../core/widget.js'
import { editForm } from './updateSwap.js'

/** Percent: less fails too often, more invites others to trade ahead. */
export const slippageBounds = { least: 0.1, most: 5 } as const

export function isSafeSlippage(percent: number): boolean {
  return percent >= slippageBounds.least && percent <= slippageBounds.most
}

export type SetSlippageParameters = { readonly percent: number }

/** Ignores values outside the safe bounds. */
export function setSlippage(widget: Widget, { percent }: SetSlippageParameters): void {
  const slippage = Math.round(percent * 100) / 100
  if (isSafeSlippage(slippage)) editForm(widget, { slippage })
}
