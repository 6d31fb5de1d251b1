export default function Projects() {
  return <h1>projects</h1>
}
