export default function Home() {
  return (
    <main>
      <h1>Home of the fixture</h1>
    </main>
  )
}
