export default function Pricing() {
  return <h1>pricing</h1>
}
