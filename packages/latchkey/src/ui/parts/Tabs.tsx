import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export type Tab<id extends string> = {
  readonly id: id
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** `tab-<id>` unless given. */
  readonly testId?: string | undefined
}

export type TabsProps<id extends string> = {
  /** Label of the tab list for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab<id>[]
  readonly value: id
  readonly onChange: (id: id) => void
  /** The content of the selected tab. */
  readonly children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

export function Tabs<id extends string>({ label, tabs, value, onChange, children }: TabsProps<id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  function choose(tab: Tab<id> | undefined) {
    if (!tab) return
    onChange(tab.id)
    const index = tabs.indexOf(tab)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const here = tabs.findIndex((tab) => tab.id === value)
    const step = steps[event.key]
    if (step !== undefined) {
      const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
      choose(tabs[(here + (rightToLeft ? -step : step) + tabs.length) % tabs.length])
    } else if (event.key === 'Home') choose(tabs[0])
    else if (event.key === 'End') choose(tabs[tabs.length - 1])
    else return
    event.preventDefault()
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            data-testid={tab.testId ?? `tab-${tab.id}`}
            onClick={() => choose(tab)}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${value}`}
      >
        {children}
      </div>
    </div>
  )
}
