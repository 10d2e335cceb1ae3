import { useEffect, useMemo, useRef } from 'react'
import {
  getSearchResult,
  getSearchRows,
  listWallets,
  searchWallets,
} from '../../../core/wallets/actions/searchWallets.js'
import {
  getAllWalletCount,
  getAllWalletRows,
  type WalletRow,
} from '../../../core/wallets/walletList.js'
import { useModalContext } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useWalletListInput } from '../connect/useWalletList.js'

export type AllWallets = {
  readonly rows: readonly WalletRow[]
  /** Changes with the list, so that a new list starts at the top. */
  readonly key: string
  /** Number of all wallets, once known. */
  readonly total: number | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** The directory, loaded page by page while scrolling, or the search result. */
export function useAllWallets(search: string, certified: boolean): AllWallets {
  const { widget, embedded } = useModalContext()
  const { config, stores } = widget
  const input = useWalletListInput()
  const { directory } = input.registry
  const hasDirectory = config.providerUrl !== undefined
  const wanted = search.trim()
  const isSearch = wanted !== '' || certified
  const searchesDirectory = isSearch && hasDirectory

  const list = useAction(listWallets, { quiet: true })
  const find = useAction(searchWallets, { quiet: true })
  const { run: startFinding, reset: stopFinding } = find
  useEffect(() => {
    if (searchesDirectory) startFinding({ search: wanted, certified })
    else stopFinding()
  }, [searchesDirectory, wanted, certified, startFinding, stopFinding])

  const found = searchesDirectory
    ? getSearchResult(input, { search: wanted, certified })
    : undefined
  const isFinding = searchesDirectory && found === undefined
  const read = isSearch ? found : directory
  const hasMore = hasDirectory && read?.nextPage !== undefined
  const isUnread = hasDirectory && !isSearch && directory === undefined
  const action = searchesDirectory ? find : list
  const load = () => (searchesDirectory ? find.run({ search: wanted, certified }) : list.run())
  const isNearEnd = useRef(true)
  /** Loads pages until the list is longer than the visible part. */
  function readOn() {
    const isShown = embedded || stores.modal.get().isOpen
    if (!isShown || !isNearEnd.current || action.status !== 'idle') return
    if (hasMore || isUnread) load()
  }
  useEffect(readOn)

  const rows = useMemo(
    () =>
      isSearch ? getSearchRows(input, { search: wanted, certified }) : getAllWalletRows(input),
    [input, isSearch, wanted, certified],
  )

  const foundCount = isFinding ? undefined : Math.max(rows.length, found?.count ?? 0)
  const error = action.status === 'failed' ? action.error : undefined
  const isUnknown = error !== undefined && rows.length === 0
  return {
    rows,
    key: `${wanted}:${certified}`,
    total: isUnknown ? undefined : isSearch ? foundCount : getAllWalletCount(input),
    isLoading: error === undefined && (isFinding || hasMore || isUnread),
    error,
    retry: load,
    onNearEnd(isNear) {
      const wasNear = isNearEnd.current
      isNearEnd.current = isNear
      // Scrolling re-renders the grid, but not this view.
      if (isNear && !wasNear) readOn()
    },
  }
}
