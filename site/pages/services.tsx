export default function Services() {
  return <h1>services</h1>
}
