import { useRef } from 'react'
import { useWidget } from '../../../ui/hooks/context.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { type BuyContext, findBuyContext } from '../buyContext.js'
import { type Draft, toDraft } from '../draft.js'
import { getOptions, type OnrampOptions } from '../options.js'
import { onrampStateOf } from '../store.js'

export type DraftState =
  | { readonly status: 'loading' | 'not-connected' | 'nothing' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly draft: Draft; readonly options: OnrampOptions }

/** Loads the options while mounted. */
export function useDraft(): DraftState {
  const widget = useWidget()
  const context = useBuyContext()
  const form = useStore(onrampStateOf(widget), (state) => state)
  const resource = getOptions(widget)
  const state = useResource(resource, undefined, { load: true })
  if (!context) return { status: 'nothing' }
  if (!context.account) return { status: 'not-connected' }
  const options = 'value' in state ? state.value : undefined
  if (!options) {
    if (state.status !== 'failed') return { status: 'loading' }
    return { status: 'failed', retry: () => void resource.load(undefined) }
  }
  const draft = toDraft(options, context, form)
  return draft ? { status: 'ready', draft, options } : { status: 'nothing' }
}

function useBuyContext(): BuyContext | undefined {
  const context = useRef<BuyContext>(undefined)
  return useStores(['connection', 'network'], (widget) => {
    const next = findBuyContext(widget)
    const known = context.current
    const isSame =
      known?.account === next?.account &&
      known?.networks.every((network, index) => network === next?.networks[index]) === true &&
      known.networks.length === next?.networks.length
    if (!isSame) context.current = next
    return context.current
  })
}
