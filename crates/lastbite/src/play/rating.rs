//! Elo ratings: a player with 400 points more wins ten games of eleven.

/// The rating of a player about whom nothing is known.
const USUAL: f64 = 1500.0;

/// Rates players by all games at once; each game is the numbers of its winner and its loser.
///
/// The ratings make the results likeliest (Bradley and Terry), and are found by Zermelo's iteration. Every
/// player also gets one draw against an average player, so that the rating of somebody who never lost stays
/// finite.
///
/// ```
/// let rated = lastbite::play::ratings(2, &[(0, 1), (0, 1), (1, 0)]);
/// assert!(rated[0] > 1500.0 && rated[1] < 1500.0);
/// ```
#[must_use]
pub fn ratings(players: usize, results: &[(usize, usize)]) -> Vec<f64> {
    const ROUNDS: usize = 500;
    // Games of players that do not exist are ignored.
    let results: Vec<(usize, usize)> =
        results.iter().copied().filter(|&(winner, loser)| winner < players && loser < players).collect();
    let mut strengths = vec![1.0; players];
    let mut won = vec![0.5; players];
    results.iter().for_each(|&(winner, _)| won[winner] += 1.0);
    for _ in 0..ROUNDS {
        // The draw against the average player, whose strength is 1.
        let mut met: Vec<f64> = strengths.iter().map(|strength| 1.0 / (strength + 1.0)).collect();
        for &(winner, loser) in &results {
            let game = 1.0 / (strengths[winner] + strengths[loser]);
            met[winner] += game;
            met[loser] += game;
        }
        strengths = won.iter().zip(&met).map(|(won, met)| won / met).collect();
    }
    strengths.iter().map(|strength| USUAL + 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_rated_higher_and_equals_alike() {
        let even = ratings(2, &[(0, 1), (1, 0)]);
        assert!((even[0] - USUAL).abs() < 0.01 && (even[1] - USUAL).abs() < 0.01, "{even:?}");
        let chain = ratings(3, &[(0, 1), (0, 1), (1, 2), (1, 2), (0, 2)]);
        assert!(chain[0] > chain[1] && chain[1] > chain[2], "{chain:?}");
    }

    #[test]
    fn ten_games_of_eleven_are_about_400_points() {
        let games: Vec<(usize, usize)> =
            (0..1100).map(|i| if i % 11 == 0 { (1, 0) } else { (0, 1) }).collect();
        let rated = ratings(2, &games);
        assert!((rated[0] - rated[1] - 400.0).abs() < 3.0, "{rated:?}");
    }
}
