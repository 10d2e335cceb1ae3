// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers
import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { getGroupHeight, getGroupIndex, getNextRow, useListWindow } from './useListWindow.js'
import { rowsToRender } from './useScroller.js'

export type ListGroup<item> = {
  readonly key: string
  readonly title: string
  readonly items: readonly item[]
}

export type VirtualListProps<item> = {
  readonly label: string
  readonly groups: readonly ListGroup<item>[]
  readonly keyOf: (item: item) => string
  /** Renders one row; its control gets the focus properties. A new function renders all rows again. */
  readonly children: (item: item, focus: RowFocus) => ReactNode
  /** More rows may follow. */
  readonly isOpenEnded: boolean
  /** Called with whether the last row is visible, when that may have changed. */
  readonly onNearEnd: (isNear: boolean) => void
  readonly testIds?: { readonly group: string; readonly title: string } | undefined
}

/** Focus properties of a row's control: one Tab stop for the list, arrow keys between rows. */
export type RowFocus = {
  readonly tabIndex: 0 | -1
  readonly 'data-row': string
  readonly onFocus: () => void
}

/** Groups of rows with titles; renders only visible rows. All rows have the same height. */
export function VirtualList<item>({
  label,
  groups,
  keyOf,
  children,
  isOpenEnded,
  onNearEnd,
  testIds,
}: VirtualListProps<item>) {
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups])
  const counts = useMemo(() => groups.map((group) => group.items.length), [groups])
  const keyAt = (row: number) => {
    const item = items[row]
    return item && keyOf(item)
  }
  const shown = useListWindow(list, counts, keyAt)
  const { layout, heights, sight } = shown
  const [chosen, setChosen] = useState<string>()
  const isMoving = useRef(false)
  const found = useMemo(
    () => (chosen === undefined ? 0 : items.findIndex((item) => keyOf(item) === chosen)),
    [items, chosen, keyOf],
  )
  const active = Math.max(0, found)
  const isNear = shown.last >= items.length - 1

  useLayoutEffect(() => onNearEnd(isNear))

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(chosen ?? '')}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const page = sight.last - sight.first || 1
    const next = getNextRow(event.key, { active, count: items.length, page })
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = next !== active
    setChosen(keyAt(next))
  }

  const drawn = new Map<number, number[]>()
  for (const row of rowsToRender(shown, active, items.length)) {
    const index = getGroupIndex(layout, row)
    const rows = drawn.get(index)
    if (rows) rows.push(row)
    else drawn.set(index, [row])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its rows
    <div
      ref={list}
      className="virtual-list"
      style={{ blockSize: layout.height }}
      onKeyDown={onKeyDown}
    >
      {[...drawn].map(([index, rows]) => {
        const group = groups[index]
        const groupLayout = layout.groups[index]
        if (!group || !groupLayout) return null
        const titleId = `${listId}${group.key}`
        const isUnbounded = isOpenEnded && index === groups.length - 1
        return (
          <section
            key={group.key}
            className="virtual-group"
            aria-labelledby={titleId}
            data-testid={testIds?.group}
            style={{
              insetBlockStart: groupLayout.top,
              blockSize: getGroupHeight(groupLayout.rows, heights),
            }}
          >
            <h2 id={titleId} className="virtual-title" data-testid={testIds?.title}>
              {group.title}
            </h2>
            <ul role="list" aria-label={`${label}, ${group.title}`} className="virtual-items">
              {rows.map((row) => {
                const item = items[row] as item
                const key = keyOf(item)
                const position = row - groupLayout.firstRow
                return (
                  <Row
                    key={key}
                    item={item}
                    rowKey={key}
                    position={position}
                    size={isUnbounded ? -1 : groupLayout.rows}
                    top={position * heights.row}
                    isActive={row === active}
                    draw={children}
                    onChoose={setChosen}
                  />
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

type RowProps<item> = {
  readonly item: item
  readonly rowKey: string
  readonly position: number
  readonly size: number
  readonly top: number
  readonly isActive: boolean
  readonly draw: (item: item, focus: RowFocus) => ReactNode
  readonly onChoose: (key: string) => void
}

/** Renders its item again only when it changes, so that scrolling is cheap. */
function Row<item>(props: RowProps<item>) {
  const { item, rowKey, position, size, top, isActive, draw, onChoose } = props
  return useMemo(
    () => (
      <li
        className="virtual-item"
        aria-setsize={size}
        aria-posinset={position + 1}
        style={{ insetBlockStart: top }}
      >
        {draw(item, {
          tabIndex: isActive ? 0 : -1,
          'data-row': rowKey,
          onFocus: () => onChoose(rowKey),
        })}
      </li>
    ),
    [item, rowKey, position, size, top, isActive, draw, onChoose],
  )
}
