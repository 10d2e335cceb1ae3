import { useRef } from 'react'
import type { Payment } from '../../../core/pay/payment.js'
import { type PayState, payStateOf } from '../../../core/pay/store.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'

/** The payment and its state; undefined without one. Keeps the last while a view animates out. */
export function usePayment(): (PayState & { readonly payment: Payment }) | undefined {
  const state = useStore(payStateOf(useWidget()), (one) => one)
  const shown = useRef<PayState & { readonly payment: Payment }>(undefined)
  const { payment } = state
  if (payment) shown.current = { ...state, payment }
  return shown.current
}

/** The recipient that the visitor sees: the name of the site. */
export function useSiteName(): string {
  const { config, ports } = useWidget()
  return config.metadata.name || ports.page.metadata().name
}
