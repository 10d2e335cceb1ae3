import { getTokenImage } from '@latchkey/wire/http/wallets'
import { useEffect, useRef, useState } from 'react'
import type { Payment } from '../../../core/pay/payment.js'
import { type PayState, payStateOf } from '../../../core/pay/store.js'
import { getImageUrl } from '../../../core/runtime/getImageUrl.js'
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

/** The image of the asset: the site's, otherwise the provider's. */
export function useAssetImage({ icon, symbol }: Payment['token']): string | undefined {
  const { provider } = useWidget().ports
  const [found, setFound] = useState<string>()
  useEffect(() => {
    let isOver = false
    getImageUrl(provider, getTokenImage, symbol).then(
      (url) => !isOver && setFound(url),
      () => undefined, // the first letter stays
    )
    return () => {
      isOver = true
    }
  }, [provider, symbol])
  return icon ?? found
}

/** The recipient that the visitor sees: the name of the site. */
export function useSiteName(): string {
  const { config, ports } = useWidget()
  return config.metadata.name || ports.page.metadata().name
}
