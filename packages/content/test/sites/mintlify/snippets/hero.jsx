export const HeroCard = ({ title }) => <div className="hero">{title}</div>
