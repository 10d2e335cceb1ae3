/** The least a long list can do: rows of three elements, drawn by hand, those in sight and four around. */
const rows = 10_000
const height = 60
const spare = 4
const scroller = document.querySelector('#list') as HTMLElement
const list = document.querySelector('ul') as HTMLElement
const drawn = new Map<number, HTMLElement>()
list.style.blockSize = `${rows * height}px`
scroller.addEventListener('scroll', draw)
draw()

function draw() {
  const first = Math.max(0, Math.floor(scroller.scrollTop / height) - spare)
  const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + spare
  for (const [row, element] of drawn) {
    if (row >= first && row <= last) continue
    element.remove()
    drawn.delete(row)
  }
  for (let row = first; row <= Math.min(last, rows - 1); row++) {
    if (!drawn.has(row)) drawn.set(row, list.appendChild(drawRow(row)))
  }
}

function drawRow(row: number): HTMLElement {
  const element = document.createElement('li')
  element.style.insetBlockStart = `${row * height}px`
  const image = document.createElement('span')
  image.className = 'image'
  const title = document.createElement('b')
  title.textContent = 'Sent'
  const amount = document.createElement('span')
  amount.textContent = `${row}.125 Token ${row}`
  const text = document.createElement('span')
  text.className = 'text'
  text.append(title, amount)
  element.append(image, text)
  return element
}
