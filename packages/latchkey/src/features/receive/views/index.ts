export function ReceiveView() {
  return null
}

export function CompatibleNetworksView() {
  return null
}
