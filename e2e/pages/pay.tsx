import type { NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import * as networks from 'latchkey/networks'
import * as payments from 'latchkey/pay'
import { useAvailableExchanges, usePay } from 'latchkey/pay/react'
import { createLatchkey } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** What the shop calls. */
    payments: typeof payments
    /** What the shop's button asks for. */
    order?: payments.PaymentOptions
  }
}

const { defineNetwork: _, ...offered } = networks

window.payments = payments
window.latchkey = createLatchkey(
  siteOptions({
    networks: offered as Record<string, NetworkInput>,
    families: [eip155(), solana()],
  }),
)

/** Pays with the hooks, and prints what they say. */
function Checkout() {
  const [ends, setEnds] = useState<readonly string[]>([])
  const end = (text: string) => setEnds((all) => [...all, text])
  const { open, isPending, isSuccess, isError, data, error } = usePay({
    onSuccess: () => end('success'),
    onError: ({ code }) => end(code),
  })
  const { data: exchanges } = useAvailableExchanges()
  return (
    <>
      <button type="button" onClick={() => window.order && open(window.order)}>
        Buy
      </button>
      <output data-testid="checkout" style={{ overflowWrap: 'anywhere' }}>
        {JSON.stringify({ isPending, isSuccess, isError, data, error: error?.code, ends })}
      </output>
      <output data-testid="exchanges">{exchanges?.map(({ name }) => name).join()}</output>
    </>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Checkout />)
