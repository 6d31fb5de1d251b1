export default function ServiceDetails() {
  return <h1>service-details</h1>
}
