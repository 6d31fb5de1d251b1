export default function ProjectsOverview() {
  return <h1>projects-overview</h1>
}
