// biome-ignore-all lint/a11y/useSemanticElements: a table cannot omit hidden rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a cell takes the focus
import {
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { rowsToRender } from '../virtual-list/useScroller.js'
import { getNextCell, useGridWindow } from './useGridWindow.js'

export type VirtualGridProps<item> = {
  readonly label: string
  readonly items: readonly item[]
  readonly keyOf: (item: item) => string
  /** Renders one cell; its button gets the focus properties. */
  readonly children: (item: item, focus: CellFocus) => ReactNode
  /** The final number of items; more than `items` while some are loading. */
  readonly total: number
  /** Called with whether the last rows are visible, when that may have changed. */
  readonly onNearEnd?: (isNear: boolean) => void
  /** Minimum width of a cell, in pixels. */
  readonly cell?: number | undefined
  /** Index of the item that is focused and visible on mount. */
  readonly startAt?: number | undefined
  readonly testId?: string | undefined
}

/** Focus properties of a cell's control: one Tab stop for the grid, arrow keys between cells. */
export type CellFocus = {
  readonly tabIndex: 0 | -1
  readonly 'data-cell': number
  readonly onFocus: () => void
}

/** A grid that renders only visible rows. All cells have the same height. */
export function VirtualGrid<item>({
  label,
  items,
  keyOf,
  children,
  total,
  onNearEnd,
  cell: narrowest,
  startAt,
  testId,
}: VirtualGridProps<item>) {
  const grid = useRef<HTMLDivElement>(null)
  const shown = useGridWindow(grid, items.length, narrowest)
  const { columns, rowHeight, gap, page, isMeasured } = shown
  const [chosen, setChosen] = useState(startAt ?? 0)
  const isMoving = useRef(startAt !== undefined)
  const active = Math.min(chosen, Math.max(0, items.length - 1))
  const rowCount = Math.ceil(items.length / columns)
  const isNear = shown.last >= rowCount - 1

  useLayoutEffect(() => {
    onNearEnd?.(isNear)
  })

  useLayoutEffect(() => {
    if (!isMoving.current || !isMeasured) return
    isMoving.current = false
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${active}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest' })
  }, [active, isMeasured])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = getNextCell(event, { active, columns, count: items.length, page, isRtl })
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = next !== active
    setChosen(next)
  }

  const focused = Math.floor(active / columns)
  return (
    <div
      ref={grid}
      className="virtual-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={Math.ceil(Math.max(total, items.length) / columns)}
      aria-colcount={columns}
      data-testid={testId}
      style={{ blockSize: Math.max(0, rowCount * rowHeight - gap) }}
      onKeyDown={onKeyDown}
    >
      {rowsToRender(shown, focused, rowCount).map((row) => (
        <Row
          key={row}
          row={row}
          columns={columns}
          top={row * rowHeight}
          items={items}
          keyOf={keyOf}
          active={row === focused ? active : undefined}
          draw={children}
          onChoose={setChosen}
        />
      ))}
    </div>
  )
}

type RowProps<item> = Pick<VirtualGridProps<item>, 'items' | 'keyOf'> & {
  readonly row: number
  readonly columns: number
  readonly top: number
  /** The focused item, if it is in this row. */
  readonly active: number | undefined
  readonly draw: VirtualGridProps<item>['children']
  readonly onChoose: (index: number) => void
}

/** Renders its cells again only when they change, so that scrolling is cheap. */
function Row<item>(props: RowProps<item>) {
  const { row, columns, top, items, keyOf, active, draw, onChoose } = props
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={row + 1}
        className="virtual-row"
        style={{
          insetBlockStart: top,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        }}
      >
        {items.slice(row * columns, (row + 1) * columns).map((item, column) => {
          const index = row * columns + column
          return (
            <div key={keyOf(item)} role="gridcell" aria-colindex={column + 1}>
              {draw(item, {
                tabIndex: index === active ? 0 : -1,
                'data-cell': index,
                onFocus: () => onChoose(index),
              })}
            </div>
          )
        })}
      </div>
    ),
    [row, columns, top, items, keyOf, active, draw, onChoose],
  )
}
