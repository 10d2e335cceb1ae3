const shapes = {
  up: 'm6 12 4-4 4 4',
  down: 'm6 8 4 4 4-4',
  reset: 'M5 10a5 5 0 1 0 1.6-3.7M5 4.5v3h3',
  copy: 'M8 8h7v7H8zM5 12V5h7',
  done: 'm5 10.5 3.5 3.5L15 7',
  out: 'M11 5h4v4m0-4-6 6M8 6H5v9h9v-3',
  add: 'M10 5v10M5 10h10',
  remove: 'm6 6 8 8m0-8-8 8',
  warn: 'M10 7v4m0 2.5v.1M10 3.5 17 16H3z',
} as const

export function Icon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
