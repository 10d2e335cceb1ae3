/** The least a page can do: plain script, plain elements. */
const button = document.querySelector('[data-testid="connect-button"]') as HTMLButtonElement
button.addEventListener('click', () => {
  const list = document.createElement('dialog')
  const row = document.createElement('button')
  row.dataset.testid = 'wallet-selector-floor'
  row.textContent = 'Bench Wallet'
  list.append(row)
  document.body.append(list)
  list.showModal()
})
